import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawPicture } from './draw.ts'
import type { PictureRequest } from './draw.ts'
import { fixtureRequests } from './fixture-requests.ts'

/** A picture without ids, which differ between runs, and hundredths of a pixel, which differ between processors. */
const comparable = (svg: string): string =>
  svg
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/zr\d+-/g, 'zr-')
    .replaceAll(/-?\d+\.\d{3,}/g, (digits) => Number(digits).toFixed(2))

const digestOf = (request: PictureRequest): string =>
  createHash('sha256')
    .update(comparable(drawPicture(request)))
    .digest('hex')
    .slice(0, 8)

const digestsOf = (request: PictureRequest): Record<string, string> => ({
  light: digestOf(request),
  dark: digestOf({ ...request, theme: 'dark' }),
  wide: digestOf({ ...request, width: 1100, height: 600 }),
  thumbnail: digestOf({ ...request, width: 190, height: 100, thumbnail: true }),
})

/**
 * Detects which pictures a change has altered. Review them (`node scripts/gallery.ts`), then accept them with
 * `npx vitest run src/server/render/pictures -u`.
 */
test('the pictures of all fixtures match pictures.json', async () => {
  const drawn = (await fixtureRequests()).map(({ title, request }) => {
    const digests = Object.entries(digestsOf(request)).map(([name, digest]) => `${name} ${digest}`)
    return [`${request.viz_type}: ${title}`, digests.join(', ')]
  })
  await expect(`${JSON.stringify(Object.fromEntries(drawn), null, 2)}\n`).toMatchFileSnapshot('pictures.json')
})
