/** Functions that almost every engine has, with what they do. */
const common: [signature: string, note: string][] = [
  ['abs(x)', 'without its sign'],
  ['avg(x)', 'mean of the values'],
  ['cast(x as type)', 'as another type'],
  ['ceil(x)', 'up to a whole number'],
  ['coalesce(x, y)', 'the first that is not blank'],
  ['concat(a, b)', 'texts joined'],
  ['count(*)', 'number of rows'],
  ['count(distinct x)', 'number of different values'],
  ['date_trunc(unit, x)', 'start of the unit'],
  ['exp(x)', 'e to the x'],
  ['extract(part from x)', 'part of a time'],
  ['floor(x)', 'down to a whole number'],
  ['greatest(x, y)', 'the larger one'],
  ['least(x, y)', 'the smaller one'],
  ['length(a)', 'number of characters'],
  ['ln(x)', 'natural logarithm'],
  ['lower(a)', 'in small letters'],
  ['max(x)', 'highest value'],
  ['min(x)', 'lowest value'],
  ['nullif(x, y)', 'blank where both are equal'],
  ['position(a in b)', 'where a starts in b'],
  ['power(x, y)', 'x to the y'],
  ['replace(a, b, c)', 'b replaced by c'],
  ['round(x, n)', 'to n digits'],
  ['sqrt(x)', 'square root'],
  ['stddev_pop(x)', 'standard deviation'],
  ['substring(a, n, m)', 'm characters from n'],
  ['sum(x)', 'sum of the values'],
  ['trim(a)', 'without blanks at its ends'],
  ['upper(a)', 'in capitals'],
  ['var_pop(x)', 'variance'],
]

type Functions = [signature: string, note: string][]

const postgres: Functions = [
  ['age(x, y)', 'time between two times'],
  ['array_agg(x)', 'values as a list'],
  ['bool_and(x)', 'whether all are true'],
  ['bool_or(x)', 'whether any is true'],
  ['percentile_cont(share) within group (order by x)', 'the value below which that share lies'],
  ['regexp_replace(a, pattern, b)', 'matches replaced by b'],
  ['split_part(a, separator, n)', 'part n of the text'],
  ['string_agg(a, separator)', 'texts joined'],
  ['to_char(x, format)', 'as text'],
]

const mysql: Functions = [
  ['date_format(x, format)', 'as text'],
  ['datediff(x, y)', 'days between two times'],
  ['group_concat(a)', 'texts joined'],
  ['if(x, a, b)', 'a where x is true, else b'],
  ['ifnull(x, y)', 'the first that is not blank'],
  ['json_extract(a, path)', 'part of a JSON text'],
  ['regexp_replace(a, pattern, b)', 'matches replaced by b'],
  ['timestampdiff(unit, x, y)', 'units between two times'],
]

/** Functions that only some engines have, by the engine's wire name. */
const own: Record<string, Functions> = {
  postgresql: postgres,
  mysql,
  mariadb: mysql,
  duckdb: [
    ['approx_count_distinct(x)', 'number of different values, estimated'],
    ['arg_max(x, y)', 'x where y is highest'],
    ['arg_min(x, y)', 'x where y is lowest'],
    ['date_diff(unit, x, y)', 'units between two times'],
    ['list(x)', 'values as a list'],
    ['median(x)', 'middle value'],
    ['mode(x)', 'most frequent value'],
    ['quantile_cont(x, share)', 'the value below which that share lies'],
    ['regexp_extract(a, pattern)', 'the part that matches'],
    ['string_agg(a, separator)', 'texts joined'],
    ['strftime(x, format)', 'as text'],
  ],
  sqlite: [
    ['group_concat(a)', 'texts joined'],
    ['ifnull(x, y)', 'the first that is not blank'],
    ['instr(a, b)', 'where b starts in a'],
    ['julianday(x)', 'as a number of days'],
    ['strftime(format, x)', 'as text'],
    ['total(x)', 'sum of the values'],
  ],
  clickhouse: [
    ['argMax(x, y)', 'x where y is highest'],
    ['argMin(x, y)', 'x where y is lowest'],
    ['countIf(x)', 'number of rows where it is true'],
    ['dateDiff(unit, x, y)', 'units between two times'],
    ['formatDateTime(x, format)', 'as text'],
    ['groupArray(x)', 'values as a list'],
    ['quantile(share)(x)', 'the value below which that share lies'],
    ['sumIf(x, y)', 'sum where y is true'],
    ['toStartOfMonth(x)', 'start of the unit'],
    ['uniq(x)', 'number of different values, estimated'],
  ],
  trino: [
    ['approx_distinct(x)', 'number of different values, estimated'],
    ['approx_percentile(x, share)', 'the value below which that share lies'],
    ['array_agg(x)', 'values as a list'],
    ['date_diff(unit, x, y)', 'units between two times'],
    ['format_datetime(x, format)', 'as text'],
    ['max_by(x, y)', 'x where y is highest'],
    ['min_by(x, y)', 'x where y is lowest'],
    ['regexp_extract(a, pattern)', 'the part that matches'],
  ],
}

/** Functions that the common ones list but an engine lacks. */
const lacking: Record<string, readonly string[]> = {
  sqlite: ['date_trunc', 'extract', 'greatest', 'least', 'position', 'stddev_pop', 'var_pop'],
  mysql: ['date_trunc'],
  mariadb: ['date_trunc'],
}

/** What the functions do, for the translation. */
export const functionNotes: readonly string[] = [...Object.values(own).flat(), ...common].map(([, note]) => note)

const nameOf = (signature: string) => signature.slice(0, signature.indexOf('('))

/** The functions of an engine, which the completion offers after the columns. */
export const functionsOf = (backend: string | null): Functions => [
  ...(own[backend ?? ''] ?? []),
  ...common.filter(([signature]) => !lacking[backend ?? '']?.includes(nameOf(signature))),
]

export const sqlWords = [
  'AND',
  'BETWEEN',
  'CASE',
  'DISTINCT',
  'ELSE',
  'END',
  'FILTER',
  'IN',
  'IS NOT NULL',
  'IS NULL',
  'LIKE',
  'NOT',
  'OR',
  'OVER',
  'PARTITION BY',
  'THEN',
  'WHEN',
  'WHERE',
]
