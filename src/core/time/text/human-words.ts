/** The vocabulary of phrases such as `3 weeks ago`, `next friday`, `tomorrow at noon`. */
export const modifiers: Record<string, number> = {
  from: 1,
  before: -1,
  after: 1,
  ago: -1,
  prior: -1,
  prev: -1,
  last: -1,
  next: 1,
  previous: -1,
  'end of': 0,
  this: 0,
  eod: 1,
  eom: 1,
  eoy: 1,
}

export type PhraseUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

export const unitWords: Record<string, PhraseUnit> = {
  second: 'second',
  seconds: 'second',
  sec: 'second',
  secs: 'second',
  s: 'second',
  minute: 'minute',
  minutes: 'minute',
  min: 'minute',
  mins: 'minute',
  m: 'minute',
  hour: 'hour',
  hours: 'hour',
  hr: 'hour',
  h: 'hour',
  day: 'day',
  days: 'day',
  dy: 'day',
  d: 'day',
  week: 'week',
  weeks: 'week',
  wk: 'week',
  w: 'week',
  month: 'month',
  months: 'month',
  mth: 'month',
  year: 'year',
  years: 'year',
  yr: 'year',
  y: 'year',
}

export const numberWords: Record<string, number> = {
  zero: 0,
  one: 1,
  a: 1,
  an: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
}

export const dayWords: Record<string, number> = { tomorrow: 1, today: 0, yesterday: -1 }

/** Hour of the day. */
export const dayTimes: Record<string, number> = {
  noon: 12,
  afternoon: 13,
  lunch: 12,
  morning: 6,
  breakfast: 8,
  dinner: 19,
  evening: 18,
  midnight: 0,
  night: 21,
  tonight: 21,
  eod: 17,
}

export const weekdayWords: Record<string, number> = {
  monday: 0,
  tuesday: 1,
  wednesday: 2,
  thursday: 3,
  friday: 4,
  saturday: 5,
  sunday: 6,
  mon: 0,
  tues: 1,
  tue: 1,
  wed: 2,
  thu: 3,
  fri: 4,
  sat: 5,
  sun: 6,
}

export const monthWords: Record<string, number> = {
  january: 1,
  february: 2,
  march: 3,
  april: 4,
  may: 5,
  june: 6,
  july: 7,
  august: 8,
  september: 9,
  october: 10,
  november: 11,
  december: 12,
  jan: 1,
  feb: 2,
  mar: 3,
  apr: 4,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  oct: 10,
  nov: 11,
  dec: 12,
}

/** Longer words first, so that `months` is not read as `month` and a stray `s`. */
export const oneOf = (words: Record<string, unknown>): string =>
  Object.keys(words)
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(' ', String.raw`\ `))
    .join('|')
