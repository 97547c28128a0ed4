/** Words that start or part clauses and statements, or that need grammar of their own: never names here. */
export const reserved = new Set(
  `all alter and any array as asc at attach between both by call case cast check collate column commit copy create cross cube current
  declare default delete desc describe distinct do drop else end escape except exec execute exists explain export extract fetch filter for
  foreign from full function glob grant group grouping having if ilike import in index inner insert install intersect interval into is
  isnull join lateral leading left like limit load lock match merge natural not notnull null offset on or order outer over overlaps
  overlay partition pivot position pragma prewhere primary procedure qualify references regexp rename replace returning revoke right
  rlike rollback rollup row rows sample select set settings show similar some symmetric table tablesample then to trailing trigger
  truncate union unique unpivot update use user using vacuum values variadic view when where window with within`.split(/\s+/),
)

/** Functions whose names are also reserved words or whose arguments are plain all the same. */
export const callableReserved = new Set(['left', 'right', 'replace', 'if', 'row', 'match'])

/** Types of a cast on any engine, and the words that may follow one: `double precision`, `timestamp with time zone`. */
export const typeNames = new Set(
  `bigint bit bool boolean bytea char character date datetime dec decimal double float float4 float8 int int2 int4 int8 int16 int32 int64
  integer json jsonb nchar number numeric nvarchar real signed smallint string text time timestamp timestamptz tinyint uuid unsigned
  varchar varbinary hugeint ubigint uinteger date32 datetime64 float32 float64 uint8 uint16 uint32 uint64 int128 bignumeric`.split(/\s+/),
)
export const typeTail = new Set(['precision', 'varying', 'with', 'without', 'time', 'zone', 'local', 'unsigned', 'signed', 'integer'])

export const comparisons = new Set(['=', '<>', '!=', '<', '<=', '>', '>=', '==', '<=>'])
export const arithmetic = new Set(['+', '-', '*', '/', '%', '||', '//'])
export const signs = new Set(['+', '-'])

/** `DATE '2024-01-01'` */
export const literalPrefixes = new Set(['date', 'timestamp', 'time', 'timestamptz', 'datetime'])
export const truths = new Set(['true', 'false'])
