import { isUtf8 } from 'node:buffer'
import { createReadStream, createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import chardet from 'chardet'
import iconv from 'iconv-lite'

/** Encodings that users can choose. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'latin1', 'windows-1252', 'shift_jis', 'gbk'] as const

const aliases: Record<string, string> = {
  ascii: 'utf-8',
  'iso-8859-1': 'windows-1252',
  gb18030: 'gbk',
  gb2312: 'gbk',
  'shift-jis': 'shift_jis',
}

/** The sample may end inside a character, so up to three bytes are ignored. */
const isUtf8Sample = (sample: Uint8Array): boolean => [0, 1, 2, 3].some((cut) => isUtf8(sample.subarray(0, sample.length - cut)))

const hasHighBytes = (line: Uint8Array): boolean => line.some((byte) => byte > 0x7f)

/** Whether most non-ASCII lines are UTF-8: files may be concatenated from several sources, and other encodings are hardly ever valid UTF-8 by chance. */
const isMostlyUtf8 = (sample: Buffer): boolean => {
  let [fit, unfit] = [0, 0]
  for (let at = 0, end = 0; at < sample.length; at = end + 1) {
    end = sample.indexOf(10, at)
    if (end < 0) break
    const line = sample.subarray(at, end)
    if (!hasHighBytes(line)) continue
    if (isUtf8(line)) fit++
    else unfit++
  }
  return fit > unfit
}

/** UTF-16 without byte order mark: in western text every second byte is zero; in others at least those of commas and line ends, always on the same side. */
const detectUtf16 = (sample: Buffer): 'utf-16le' | 'utf-16be' | null => {
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]!++
  const [first = 0, second = 0] = zeros
  if (Math.max(first, second) > sample.length / 4) return second > first ? 'utf-16le' : 'utf-16be'
  const encoding = second > 0 && first === 0 ? 'utf-16le' : first > 0 && second === 0 ? 'utf-16be' : null
  return encoding && isPlainText(sample.subarray(0, sample.length - (sample.length % 2)), encoding) ? encoding : null
}

/** Whether the bytes decode to lines of assigned, non-control characters. */
const isPlainText = (bytes: Uint8Array, encoding: string): boolean => {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\n') && !/[\p{Cn}\p{Co}]|[^\P{Cc}\t\r\n]/u.test(text)
  } catch {
    return false
  }
}

/** Whether the bytes are of a common character: kana, symbols and level 1 kanji; level 1 of GB 2312. */
const isCommonCharacter: Record<'shift_jis' | 'gbk', (lead: number, trail: number) => boolean> = {
  shift_jis: (lead) => (lead >= 0x81 && lead <= 0x84) || (lead >= 0x88 && lead <= 0x97),
  gbk: (lead, trail) => trail >= 0xa1 && ((lead >= 0xa1 && lead <= 0xa9) || (lead >= 0xb0 && lead <= 0xd7)),
}

/**
 * How likely the bytes are Japanese or Chinese: the fraction of common characters. 0 when they cannot be decoded, or when most non-ASCII
 * characters stand alone, like accented western letters.
 */
const likelihood = (sample: Buffer, encoding: 'shift_jis' | 'gbk'): number => {
  const text = decode(sample, encoding)
  const runs = text.match(/[^\p{ASCII}]+/gu) ?? []
  const beyond = runs.join('').length
  const inRuns = runs.filter(({ length }) => length > 1).join('').length
  if (text.slice(0, -1).includes('\uFFFD') || inRuns < beyond * 0.6) return 0
  const common = [...runs.join('')].filter((character) => {
    const [lead = 0, trail] = iconv.encode(character, encoding)
    return trail !== undefined && isCommonCharacter[encoding](lead, trail)
  })
  return common.length / beyond
}

const twoByteEncoding = (sample: Buffer): 'shift_jis' | 'gbk' | null => {
  const [japanese, chinese] = [likelihood(sample, 'shift_jis'), likelihood(sample, 'gbk')]
  if (Math.max(japanese, chinese) < 0.5) return null
  return japanese > chinese ? 'shift_jis' : 'gbk'
}

/** With fewer non-ASCII bytes the detector is unreliable. */
const minDetectorBytes = 200

export const detectEncoding = (bytes: Uint8Array): string => {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  const wide = detectUtf16(sample)
  if (wide) return wide
  if (isUtf8Sample(sample) || isMostlyUtf8(sample)) return 'utf-8'
  const short = sample.filter((byte) => byte > 0x7f).length < minDetectorBytes ? twoByteEncoding(sample) : null
  if (short) return short
  const likely = chardet.analyse(sample).map(({ name }) => name.toLowerCase())
  const offered = likely
    .map((name) => aliases[name] ?? name)
    .find((name) => (encodings as readonly string[]).includes(name) && !name.startsWith('utf'))
  return offered ?? 'windows-1252'
}

export const decode = (bytes: Uint8Array, encoding: string): string => iconv.decode(Buffer.from(bytes), encoding)

export const isKnownEncoding = (encoding: string): boolean => iconv.encodingExists(encoding)

/** Copies a file as UTF-8 with line feeds and without byte order mark. */
export const toUtf8 = async (
  source: string,
  target: string,
  { encoding, lineEnd }: { encoding: string; lineEnd: '\n' | '\r' },
): Promise<void> => {
  const decoder = iconv.getDecoder(encoding, { stripBOM: true })
  const bytesOf = (text: string) => Buffer.from(lineEnd === '\r' ? text.replaceAll('\r', '\n') : text)
  const recode = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, bytesOf(decoder.write(chunk))),
    flush: (done) => done(null, bytesOf(decoder.end() ?? '')),
  })
  await pipeline(createReadStream(source, { highWaterMark: 1 << 20 }), recode, createWriteStream(target))
}
