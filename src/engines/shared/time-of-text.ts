const zero = 48
const nine = 57

const daysBefore = (year: number, month: number, day: number): number => {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/**
 * Epoch milliseconds of what databases print: `2020-02-29`, `2020-02-29 23:59:59.123456`, with `T`, with a zone
 * (`Z`, `+00`, `-03:30`), `0044-03-15 BC`, `infinity`. No zone counts as UTC; anything else is NaN.
 */
export const timeOfText = (text: string): number => {
  let at = 0
  const digits = (): number => {
    let value = 0
    for (let code = text.charCodeAt(at); code >= zero && code <= nine; code = text.charCodeAt(++at)) value = value * 10 + code - zero
    return value
  }
  if (text === 'infinity' || text === '-infinity') return text === 'infinity' ? Infinity : -Infinity
  const negative = text.startsWith('-')
  if (negative || text.startsWith('+')) at++
  const start = at
  let year = digits()
  if (at === start || text[at] !== '-') return NaN
  at++
  const month = digits()
  at++
  const day = digits()
  if (month < 1 || month > 12 || day < 1 || day > 31) return NaN
  if (text.endsWith(' BC')) year = 1 - year
  if (negative) year = -year
  const midnight = daysBefore(year, month, day) * 86_400_000
  if (text[at] !== ' ' && text[at] !== 'T') return midnight
  at++
  const hour = digits()
  if (text[at] !== ':') return midnight
  at++
  const minute = digits()
  let seconds = 0
  let fraction = 0
  if (text[at] === ':') {
    at++
    seconds = digits()
    if (text[at] === '.') {
      const from = ++at
      const value = digits()
      fraction = value / 10 ** (at - from - 3)
    }
  }
  return midnight + (hour * 3600 + minute * 60 + seconds) * 1000 + fraction - zoneOf(text, at)
}

const zonePattern = /^([+-])(\d\d)(?::?(\d\d))?(?::?(\d\d))?/

const zoneOf = (text: string, at: number): number => {
  if (at >= text.length || text[at] === 'Z' || text[at] === ' ') return 0
  const [, sign, hours, minutes = '0', seconds = '0'] = zonePattern.exec(text.slice(at)) ?? []
  if (!sign) return 0
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ms : ms
}
