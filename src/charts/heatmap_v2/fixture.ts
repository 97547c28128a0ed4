import { tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Bird strikes by phase of flight, one number per month. */
const strikes: Record<string, number[]> = {
  Approach: [187, 150, 254, 381, 530, 263, 389, 519, 676, 726, 344, 200],
  Climb: [66, 82, 132, 159, 206, 136, 189, 230, 259, 253, 154, 90],
  'Take-off run': [69, 57, 76, 118, 142, 165, 234, 248, 177, 142, 88, 76],
  'Landing Roll': [74, 47, 66, 75, 123, 149, 203, 208, 162, 143, 100, 55],
  Descent: [4, 7, 36, 43, 61, 11, 27, 38, 53, 84, 31, 4],
}

const phases = Object.keys(strikes)

export const fixtures: Fixture[] = [
  {
    title: 'Bird strikes by month and phase of flight',
    subtitle: 'Reports, 1990 to 2002',
    form: {
      datasource: '1__table',
      viz_type: 'heatmap_v2',
      x_axis: 'Month',
      groupby: 'Phase of flight',
      metric: 'Reports',
      sort_y_axis: 'value_desc',
      normalize_across: 'heatmap',
      show_values: true,
    },
    tables: [
      tableOf({
        Month: months.flatMap((month) => phases.map(() => month)),
        'Phase of flight': months.flatMap(() => phases),
        Reports: months.flatMap((_, i) => phases.map((phase) => strikes[phase]?.[i] ?? 0)),
        rank: months.flatMap((_, i) => phases.map((phase) => (strikes[phase]?.[i] ?? 0) / 726)),
      }),
    ],
  },
]
