import fastifyStatic from '@fastify/static'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { isBundled } from '#engines/host/program.ts'
import { accepts } from '../../doors/encoding.ts'

/** The folder of the built front end. */
export const dist = join(import.meta.dirname, isBundled ? '../web' : '../../../../dist/web')

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Encodings of built files, the smallest first, with the ending that the build gives them. */
const encodings = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
]

/** The name of a file changes with its content. */
export const immutable = 'public, max-age=31536000, immutable'

type Files = { folder: string; /** The names of all files in it. */ built: ReadonlySet<string> }

/** Serves a file from memory, once it was read. */
const serveFromMemory = (server: FastifyInstance, { folder, built }: Files, name: string): void => {
  const encoded = encodings.filter(({ ending }) => built.has(name + ending))
  const read = new Map<string, Buffer>()
  server.get(`/assets/${name}`, async (request, reply) => {
    const form = encoded.find(({ encoding }) => accepts(request.headers['accept-encoding'], encoding))
    const file = name + (form?.ending ?? '')
    const content = read.get(file) ?? (await readFile(join(folder, file)))
    read.set(file, content)
    if (form) reply.header('content-encoding', form.encoding)
    if (encoded.length > 0) reply.header('vary', 'accept-encoding')
    return reply
      .header('cache-control', immutable)
      .type(types[extname(name)] ?? 'application/octet-stream')
      .send(content)
  })
}

/**
 * Serves the built files of a folder below `/assets`. Those that pages request as they open come from memory: reading a file takes several
 * turns of the event loop, and a page requests some twenty at once.
 */
export const serveAssets = async (server: FastifyInstance, folder: string, openingFiles: readonly string[]): Promise<void> => {
  await server.register(fastifyStatic, {
    root: folder,
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
    preCompressed: true,
  })
  const built = new Set(await readdir(folder))
  for (const name of openingFiles) if (built.has(name)) serveFromMemory(server, { folder, built }, name)
}
