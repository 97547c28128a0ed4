import { judgeEngine } from './chart-data/judge.ts'

judgeEngine('sqlite')
