import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attachedTo } from './attached.ts'
import { attachmentLimits, base64Of, kindOf, nameOf, problemOf, workspacePath } from './new-attachment.ts'

const file = (name: string, type: string, size = 1) => ({ name, type, size })

describe('a file that is attached', () => {
  it('is a picture, a PDF, a text, or something for the workspace', () => {
    assert.equal(kindOf(file('a.png', 'image/png')), 'image')
    assert.equal(kindOf(file('a.svg', 'image/svg+xml')), 'text', 'never a picture: it may hold scripts')
    assert.equal(kindOf(file('a.pdf', 'application/pdf')), 'pdf')
    assert.equal(kindOf(file('a.rs', '')), 'text')
    assert.equal(kindOf(file('a.html', 'text/html')), 'text')
    assert.equal(kindOf(file('a.zip', 'application/zip')), 'other')
    assert.equal(kindOf(file('a.heic', 'image/heic')), 'other')
  })

  it('is bounded alone, in number and together', () => {
    assert.equal(problemOf(file('a', 'text/plain', 0), []), 'empty')
    assert.equal(problemOf(file('a.png', 'image/png', attachmentLimits.image), []), undefined)
    assert.equal(problemOf(file('a.png', 'image/png', attachmentLimits.image + 1), []), 'tooLarge')
    assert.equal(problemOf(file('a.zip', '', attachmentLimits.together + 1), []), 'tooLarge')
    assert.equal(
      problemOf(
        file('a', 'text/plain'),
        Array.from({ length: 10 }, () => ({ size: 1 })),
      ),
      'tooMany',
    )
    assert.equal(problemOf(file('a', 'text/plain', 2), [{ size: attachmentLimits.together - 1 }]), 'tooMuch')
  })

  it('has a name without folders and hidden signs', () => {
    assert.equal(nameOf('C:\\docs\\a.txt'), 'a.txt')
    assert.equal(nameOf('../../etc/\u202epasswd'), 'passwd')
    assert.equal(nameOf('/'), 'file')
    assert.equal(nameOf(`${'x'.repeat(300)}.png`).length, 200)
    assert.equal(workspacePath('../a.zip', 'ab12'), 'inbox/ab12-a.zip')
  })

  it('is sent as Base64, whole', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256)
    assert.equal(await base64Of(new Blob([bytes])), Buffer.from(bytes).toString('base64'))
  })

  it('is read from a message that came with it, and nothing else is', () => {
    const image = { type: 'image', handle: 'h', name: 'a.png', mediaType: 'image/png', bytes: 3 }
    assert.deepEqual(attachedTo({ parts: [{ type: 'text', text: 'x' }, image] }), [image])
    assert.deepEqual(attachedTo({ text: 'x', attachments: [image] }), [image])
    assert.equal(attachedTo({ parts: [{ type: 'image', name: 1 }, null] }), undefined)
  })
})
