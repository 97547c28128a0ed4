import { metric, tableOf } from '../shared/fixtures/fixture.ts'
import type { Fixture } from '../shared/fixtures/fixture.ts'

export const fixtures: Fixture[] = [
  {
    title: 'Cars by origin',
    subtitle: 'Means of 406 cars',
    form: {
      datasource: '1__table',
      viz_type: 'radar',
      groupby: ['Origin'],
      metrics: [
        metric('Miles per gallon', 'Miles_per_Gallon', 'AVG'),
        metric('Horsepower', 'Horsepower', 'AVG'),
        metric('Acceleration', 'Acceleration', 'AVG'),
        metric('Cylinders', 'Cylinders', 'AVG'),
        metric('Weight', 'Weight_in_lbs', 'AVG'),
      ],
      show_labels: false,
    },
    tables: [
      tableOf({
        Origin: ['USA', 'Europe', 'Japan'],
        'Miles per gallon': [20.1, 27.9, 30.5],
        Horsepower: [119.9, 81, 79.8],
        Acceleration: [14.9, 16.8, 16.2],
        Cylinders: [6.3, 4.2, 4.1],
        Weight: [3373, 2432, 2221],
      }),
    ],
  },
]
