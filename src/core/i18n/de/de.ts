import charts from './charts.json' with { type: 'json' }
import dashboard from './dashboard.json' with { type: 'json' }
import explore from './explore.json' with { type: 'json' }
import frame from './frame.json' with { type: 'json' }
import server from './server.json' with { type: 'json' }
import type { Catalogue } from '../t.ts'

/** A file for each room; a text that several of them show stands in one. */
export const rooms: readonly Catalogue['texts'][] = [frame, dashboard, explore, charts, server]

export const texts: Catalogue['texts'] = Object.assign({}, ...rooms)
