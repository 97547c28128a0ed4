import { setImmediate } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import { stringify } from 'yaml'

/** Files of a bundle by their path below its top folder. */
export type Files = Map<string, Record<string, unknown>>

/** A name as part of a path, as Superset writes it. */
export const fileName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\p{ASCII}]/gu, '')
    .replaceAll('/', ' ')
    .trim()
    .split(/\s+/)
    .join('_')
    .replaceAll(/[^\w.-]/g, '')
    .replaceAll(/^[._]+|[._]+$/g, '')

/** YAML 1.1, which PyYAML reads: words like `yes` and `on` are quoted. */
const yamlOptions = { version: '1.1', aliasDuplicateObjects: false, indentSeq: false, lineWidth: 80, singleQuote: true } as const

/** `20261121T001505` */
export const stampOf = (now: Date): string =>
  now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:]/g, '')

/** A ZIP of the files as YAML, in one top folder. Writing YAML takes some milliseconds a file; between files others have their turn. */
export const archiveOf = async (files: Files, folder: string): Promise<Uint8Array> => {
  const written: Record<string, Uint8Array> = {}
  for (const [path, content] of files) {
    await setImmediate()
    written[`${folder}/${path}`] = strToU8(stringify(content, yamlOptions))
  }
  return zipSync(written)
}
