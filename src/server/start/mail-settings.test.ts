import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const url = ['--public-url', 'https://charts.example.org']
const from = ['--mail-from', 'Charts <charts@example.org>']
const host = ['--smtp-host', 'mail.example.org']

it('is none without a mail server', () => {
  expect(readConfig([], {}).mail).toBeNull()
})

it('encrypts by default', () => {
  expect(readConfig([...host, ...from, ...url], {}).mail).toEqual({
    host: 'mail.example.org',
    port: 587,
    security: 'starttls',
    login: null,
    from: 'Charts <charts@example.org>',
  })
})

it('takes its password from a variable', () => {
  const { mail } = readConfig([...host, ...from, ...url, '--smtp-user', 'charts'], { CHARTROOM_SMTP_PASSWORD: 'secret' })
  expect(mail?.login).toEqual({ user: 'charts', pass: 'secret' })
})

it.each([
  ['a sender', [...host, ...url], '--mail-from'],
  ['the public URL', [...host, ...from], '--public-url'],
  ['a password', [...host, ...from, ...url, '--smtp-user', 'charts'], '--smtp-password'],
  ['a known security', [...host, ...from, ...url, '--smtp-security', 'ssl'], 'starttls, tls or none'],
  ['a port', [...host, ...from, ...url, '--smtp-port', '70000'], 'It must be a port'],
])('stops the start without %s', (_what, args, text) => {
  expect(() => readConfig(args, {})).toThrow(ConfigError)
  expect(() => readConfig(args, {})).toThrow(text)
})
