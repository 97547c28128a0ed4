import { judgeSharing } from './shared-scans.ts'

judgeSharing('duckdb', { rounds: 60, shares: true })
judgeSharing('postgres', { rounds: 40, shares: true })
judgeSharing('sqlite', { rounds: 3, shares: false })
