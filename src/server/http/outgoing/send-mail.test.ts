// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { payloads } from '../../../../test/e2e/hostile-payloads.ts'
import { forgottenPassword, invitation } from '../../resources/password_link/letters.ts'
import { confirmAddress, hasAccount, wasApproved } from '../../resources/user_registrations/letters.ts'
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

/** A parser of HTML drops these. */
const readable = (text: string) => text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')

test.each(Object.entries(letters))('names of any kind are only text in the letter %s', (_, letterOf) => {
  const all = payloads.map(letterOf)
  const page = document.createElement('template')
  page.innerHTML = all.map((letter) => writeLetter(letter).html).join('')
  const elements = [...page.content.querySelectorAll('*')].map((one) => [one.localName, ...one.getAttributeNames()].join(' '))
  expect(elements).toEqual(all.flatMap(({ paragraphs }) => ['div style', ...paragraphs.map(() => 'p'), 'p', 'a href style']))
  expect(new Set([...page.content.querySelectorAll('a')].map(({ href }) => href))).toEqual(new Set([url]))
  expect([...page.content.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(
    all.flatMap(({ paragraphs, link }) => [...paragraphs, link?.label ?? '']).map(readable),
  )
  expect(all.map((letter) => writeLetter(letter).text)).toEqual(all.map(({ paragraphs }) => [...paragraphs, url].join('\n\n')))
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
