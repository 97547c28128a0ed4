import { expect, test } from 'vitest'
import { trinoSteps } from './trino-steps.ts'

const printed = `Trino version: 476
Queued: 14.13ms, Analysis: 333.95ms, Planning: 1.41s, Execution: 26.32s
Fragment 1 [SINGLE]
    CPU: 6.58ms, Scheduled: 149.10ms, Blocked 49.19s (Input: 34.82s, Output: 0.00ns), Input: 3 rows (45B), Output: 3 rows (45B)
    Output layout: [orderstatus, count]
    Output partitioning: SINGLE []
    TopN[count = 3, orderBy = [count ASC NULLS LAST]]
    │   Layout: [orderstatus:varchar(1), count:bigint]
    │   Estimates: {rows: 3 (42B), cpu: ?, memory: ?, network: ?}
    │   CPU: 2.00ms (0.05%), Scheduled: 19.00ms (0.03%), Blocked: 0.00ns (0.00%), Output: 3 rows (45B)
    └─ RemoteSource[sourceFragmentIds = [2]]
           Layout: [orderstatus:varchar(1), count:bigint]
           CPU: 0.00ns (0.00%), Scheduled: 0.00ns (0.00%), Blocked: 34.82s (8.76%), Output: 3 rows (45B)

Fragment 2 [tpch:orders:15000]
    CPU: 546.88ms, Scheduled: 5.95s, Blocked 2.51m (Input: 1.02m, Output: 0.00ns), Output: 12 rows (180B)
    InnerJoin[criteria = (custkey = custkey_1), distribution = REPLICATED]
    │   Layout: [orderstatus:varchar(1)]
    │   CPU: 126.00ms (2.90%), Scheduled: 1.01s (1.40%), Blocked: 1.02m (15.38%), Output: 14994 rows (87.86kB)
    ├─ ScanFilterProject[table = tpch:tiny:orders, filterPredicate = (totalprice > double '1000.0')]
    │      Layout: [custkey:bigint, orderstatus:varchar(1)]
    │      CPU: 315.00ms (7.25%), Scheduled: 3.84s (5.30%), Blocked: 0.00ns (0.00%), Output: 14994 rows (219.64kB)
    │      Input: 15000 rows (351.56kB), Filtered: 0.04%, Splits: 4
    └─ TableScan[table = tpch:tiny:customer]
           CPU: 3.80s (87.35%), Scheduled: 1.10m (91.54%), Blocked: 0.00ns (0.00%), Output: 1 row (13.18kB)
`

test('the fragments of a statement are one tree, each below what reads it, with rows and time', () => {
  expect(trinoSteps(printed).map(({ depth, name, rows, timeMs }) => [depth, name, rows, timeMs])).toEqual([
    [0, 'TopN', 3, 19],
    [1, 'RemoteSource', 3, 0],
    [2, 'InnerJoin', 14_994, 1010],
    [3, 'ScanFilterProject', 14_994, 3840],
    [3, 'TableScan', 1, 66_000],
  ])
  expect(trinoSteps(printed)[4]?.detail).toBe('table = tpch:tiny:customer')
})

test('a text without steps has none', () => expect(trinoSteps('Trino version: 476')).toEqual([]))
