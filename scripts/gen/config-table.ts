import { settings } from '../../src/server/start/config.ts'

const start = '<!-- settings: written by npm run gen -->'
const end = '<!-- end of settings -->'

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const defaultOf = (name: keyof typeof settings) => {
  const result = settings[name].safeParse(undefined)
  return result.success && result.data !== undefined ? `\`${String(result.data) || '(empty)'}\`` : ''
}

/** The README with its table of settings generated from the server's configuration. */
export const configTable = (readme: string): string => {
  const rows = (Object.keys(settings) as (keyof typeof settings)[]).map((name) => {
    const flag = kebab(name)
    return `| \`--${flag}\` | \`CHARTROOM_${flag.replaceAll('-', '_').toUpperCase()}\` | ${settings[name].description ?? ''} | ${defaultOf(name)} |`
  })
  const table = [start, '', '| flag | environment | what it sets | default |', '|---|---|---|---|', ...rows, '', end].join('\n')
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)]
  return from < 0 || to < 0 ? `${readme}\n${table}\n` : `${readme.slice(0, from)}${table}${readme.slice(to + end.length)}`
}
