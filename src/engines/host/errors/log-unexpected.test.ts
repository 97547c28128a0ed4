import { expect, test, vi } from 'vitest'
import { logUnexpected } from './log-unexpected.ts'

const logged = (error: unknown, where = 'job'): string => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  logUnexpected(error, where)
  const [text] = write.mock.calls[0] ?? []
  write.mockRestore()
  return String(text)
}

test.each([
  new Error('user a\nINFO admin logged in'),
  'a\r\n{"level":30,"msg":"admin logged in"}',
  Object.assign(new Error('x'), { stack: 'a\nb' }),
])('an error is one line whatever its text: %j', (error) => {
  const text = logged(error)
  expect(text.trimEnd()).not.toMatch(/[\r\n]/)
  expect(JSON.parse(text)).toMatchObject({ level: 50, msg: 'job' })
})

test('an error is logged with its causes and without its other properties', () => {
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', parameters: { password: 'hunter2' } })
  const text = logged(Object.assign(new Error('no mail', { cause }), { auth: 'hunter2' }))
  expect(text).toContain('caused by: Error: refused')
  expect(text).not.toContain('hunter2')
})
