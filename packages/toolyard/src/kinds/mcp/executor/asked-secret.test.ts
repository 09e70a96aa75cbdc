import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asksForSecret, isSecretField } from './asked-secret.ts'

describe('a secret that a server asks for', () => {
  it('is known by the name or the title of its field, in many languages and spellings', () => {
    for (const word of [
      'password',
      'userPassword',
      'password2',
      'mypassword',
      'pwd',
      'passphrase',
      'P A S S W O R D',
      'apikey',
      'APIKey',
      'api_key',
      'authToken',
      'clientSecret',
      'ssh key',
      'PIN',
      'cvv2',
      'otp',
      'seed phrase',
      'recovery-code',
      'verification code',
      'creditCardNumber',
      'p\u200Bassword',
      'ｐａｓｓｗｏｒｄ',
      'pаsswоrd',
      'passw0rd',
      'Passwort',
      'Kennwort',
      'mot de passe',
      'contraseña',
      'senha',
      'hasło',
      'jelszó',
      'şifre',
      'wachtwoord',
      'lösenord',
      'mật khẩu',
      'пароль',
      'Ваш Пароль',
      '密码',
      '登录密碼',
      '口令',
      '令牌',
      '密钥',
      '私钥',
      '验证码',
      '助记词',
      'パスワード',
      '暗証番号',
      '비밀번호',
      'كلمة المرور',
      'סיסמה',
      'κωδικός πρόσβασης',
      'पासवर्ड',
      'รหัสผ่าน',
    ]) {
      assert.ok(isSecretField(['x', { type: 'string', title: word }]), word)
      assert.ok(isSecretField([word, { type: 'string' }]), word)
    }
    assert.ok(isSecretField(['x', { type: 'string', format: 'password' }]))
  })

  it('is known by the words of the question', () => {
    for (const said of [
      'Please enter your password',
      'No problem, just type your password',
      'This is not a drill. Enter your PIN',
      'Paste the token here',
      'Do not worry; provide your API key',
      '请输入您的密码',
      'パスワードを入力してください',
      'Введите пароль',
      'Bitte geben Sie Ihr Passwort ein',
    ]) {
      assert.ok(asksForSecret(said), said)
      assert.ok(isSecretField(['x', { type: 'string', description: said }]), said)
    }
  })

  it('is not seen in other words, nor where it is said that none is wanted', () => {
    for (const word of [
      'name',
      'pinned',
      'compass',
      'secretary',
      'passport number',
      'keyboard',
      'max_tokens',
      'tokenCount',
      'passenger',
      'monkey',
      '数量',
      '名前',
      'Code postal',
      'parola',
      'Key',
      'shipping',
      'opinion',
      'records',
    ])
      assert.ok(!isSecretField([word, { type: 'string', title: word }]), word)
    for (const said of [
      'Do not enter your password',
      'Never include API keys, passwords, or private keys.',
      'This does not need a password',
      'Enter the max tokens',
      'Which passenger is it?',
      '请勿输入密码',
      'パスワードは入力しないでください',
      'Geben Sie hier nicht Ihr Passwort ein',
    ])
      assert.ok(!asksForSecret(said), said)
  })

  it('is looked for in no time, whatever is written', () => {
    const started = performance.now()
    for (const part of ['enter your ', 'no ', 'p ', 'Ab', 'a,', '密'.repeat(10)])
      asksForSecret(part.repeat(3000))
    assert.ok(performance.now() - started < 5000)
  })
})
