import { expect, test } from 'vitest'
import { createMemoryEvents, type Event } from './events.ts'

const event: Event = { type: 'job', id: 'a', userId: null }

test('publish resolves when every listener is done', async () => {
  const events = createMemoryEvents()
  const { promise, resolve } = Promise.withResolvers<void>()
  const done: string[] = []
  events.subscribe(() => void done.push('quick'))
  events.subscribe(async () => {
    await promise
    done.push('slow')
  })
  const published = events.publish(event)
  expect(done).toEqual(['quick'])
  resolve()
  await published
  expect(done).toEqual(['quick', 'slow'])
})

test('an unsubscribed listener gets no more events', async () => {
  const events = createMemoryEvents()
  const heard: Event[] = []
  const stop = events.subscribe((each) => void heard.push(each))
  await events.publish(event)
  stop()
  await events.publish(event)
  expect(heard).toEqual([event])
})
