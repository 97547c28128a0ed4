import { expect, test } from 'vitest'
import { visitOf } from './home-data.ts'

test.each([
  [{ item_type: 'slice', item_url: '/explore/?slice_id=41', time: 1 }, [{ kind: 'chart', name: '41', time: 1 }]],
  [{ item_type: 'dashboard', item_url: '/superset/dashboard/7/', time: 2 }, [{ kind: 'dashboard', name: '7', time: 2 }]],
  [
    { item_type: 'dashboard', item_url: '/superset/dashboard/jobs%20%26%20pay/', time: 3 },
    [{ kind: 'dashboard', name: 'jobs & pay', time: 3 }],
  ],
  [{ item_type: 'slice', item_url: '/somewhere/else', time: 4 }, []],
] as const)('%o', (item, visit) => {
  expect(visitOf(item)).toEqual(visit)
})
