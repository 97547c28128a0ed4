import { expect, test } from 'vitest'
import { withoutForbidden } from '#charts/shared/text/html.ts'
import { payloads } from '../../../../test/e2e/hostile-payloads.ts'
import { forgottenPassword, invitation } from '../../resources/password_link/letters.ts'
import { confirmAddress, hasAccount, wasApproved } from '../../resources/user_registrations/letters.ts'
import { readMarkup } from '#charts/shared/fixtures/read-markup.ts'
import { startMailSink } from '../../testing/mail-sink.ts'
import { sendMail, writeLetter, type Letter } from './send-mail.ts'

const url = 'https://charts.example.org/new-password/#token'

const letters: Record<string, (text: string) => Letter> = {
  forgottenPassword: (text) => forgottenPassword({ to: 'a@example.org', name: text, app: text, url }),
  invitation: (text) => invitation({ to: 'a@example.org', name: text, by: text, app: text, url }),
  confirmAddress: (text) => confirmAddress({ to: 'a@example.org', name: text, app: text, url }),
  hasAccount: (text) => hasAccount({ to: 'a@example.org', app: text, url }),
  wasApproved: (text) => wasApproved({ to: 'a@example.org', name: text, app: text, url }),
}

test.each(Object.entries(letters))('names of any kind are only text in the letter %s', (_, letterOf) => {
  for (const letter of payloads.map(letterOf)) {
    const { html, text } = writeLetter(letter)
    const [paragraphs, words] = [letter.paragraphs, [...letter.paragraphs, letter.link?.label ?? '']]
    const read = readMarkup(html)
    expect(read.tags.map(({ name, attributes }) => [name, ...attributes].join(' '))).toEqual([
      'div style',
      ...paragraphs.map(() => 'p'),
      'p',
      'a href style',
    ])
    expect(read.text.replaceAll(/\n+/g, '\n').trim()).toBe(withoutForbidden(words.join('\n')).replaceAll(/\n+/g, '\n'))
    expect(html).toContain(`<a href="${url}" `)
    expect(text).toBe([...paragraphs, url].join('\n\n'))
  }
})

test('a subject adds no header', async () => {
  const sink = await startMailSink()
  const mail = { host: '127.0.0.1', port: sink.port, security: 'none' as const, login: null, from: 'charts@example.org' }
  const headersOf = async (subject: string) => {
    await sendMail({ mail }, { to: 'a@example.org', subject, paragraphs: [] })
    const [head = ''] = (await sink.next()).split('\r\n\r\n')
    return head.split(/\r?\n(?![ \t])/).map((line) => line.replace(/:.*/s, ''))
  }
  try {
    const usual = await headersOf('A subject')
    expect(usual).toContain('Subject')
    for (const payload of payloads.filter((one) => one.includes('\n')))
      expect(usual).toEqual(expect.arrayContaining(await headersOf(`${payload}\r\nBcc: all@example.org\r\n\r\n${payload}`)))
  } finally {
    await sink.close()
  }
})
