/** A module that can't be loaded: the others are not disturbed. */
throw new Error('加载模块失败')
