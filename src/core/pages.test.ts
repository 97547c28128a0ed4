import { expect, test } from 'vitest'
import { pageOf } from './pages.ts'

test.each([
  ['/', 'home'],
  ['/superset/welcome/', 'home'],
  ['/settings/password', 'password'],
  ['/dashboard/list/', 'dashboards'],
  ['/dashboard/new/', 'dashboard'],
  ['/superset/dashboard/flights/', 'dashboard'],
  ['/superset/dashboard/p/aB3/', 'dashboard'],
  ['/dashboard/flights/', 'dashboard'],
  ['/dashboard/p/aB3/', 'dashboard'],
  ['/tablemodelview/edit/3', 'dataset'],
  ['/explore', 'explore'],
  ['/explore/table/3/', 'redirect'],
  ['/annotationlayer/list/', 'annotation-layers'],
  ['/annotationlayer/3/annotation/', 'annotations'],
  ['/csstemplatemodelview/list/', 'css-templates'],
  ['/superset/tags/', 'tags'],
  ['/superset/all_entities/', 'tagged'],
  ['/sqllab/', 'sqllab'],
  ['/superset/sqllab/', 'sqllab'],
  ['/sqllab/p/aB3/', 'sqllab'],
  ['/sqllab/history/', 'query-history'],
  ['/superset/sqllab/history/', 'query-history'],
  ['/savedqueryview/list/', 'saved-queries'],
  ['/no/such/page', null],
  ['/superset/dashboard/', null],
])('%s is drawn by %s', (path, page) => {
  expect(pageOf(path)).toBe(page)
})
