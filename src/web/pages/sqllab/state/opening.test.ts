// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { openingOf, openingOfVisit, readPosted, removePosted } from './opening.ts'

test.each([
  ['', null],
  ['foo=1', null],
  ['dbid=x', null],
  ['p=aB3', { kind: 'link', key: 'aB3' }],
  ['id=aB3', { kind: 'link', key: 'aB3' }],
  ['savedQueryId=3', { kind: 'saved query', id: 3 }],
  ['queryId=4', { kind: 'query', id: 4 }],
  ['queryId=4&autorun=true', { kind: 'query', id: 4, autorun: true }],
  ['datasourceKey=4__query', { kind: 'query', id: 4 }],
  ['datasourceKey=5__table&sql=SELECT+1', { kind: 'dataset', id: 5, tab: { sql: 'SELECT 1' } }],
  ['new=true', { kind: 'script', databaseName: null, tab: {} }],
  [
    'sql=SELECT+1&dbid=2&name=One&schema=s&autorun=true',
    { kind: 'script', databaseName: null, tab: { sql: 'SELECT 1', database_id: 2, label: 'One', schema: 's', autorun: true } },
  ],
  ['sql=SELECT+1&dbname=examples&autorun=false', { kind: 'script', databaseName: 'examples', tab: { sql: 'SELECT 1' } }],
])('the address ?%s opens %j', (search, opening) => {
  expect(openingOf(Object.fromEntries(new URLSearchParams(search)))).toEqual(opening)
})

const visit = { pathname: '/sqllab/', search: '', state: null, posted: null }

test('a link, a posted form and the state of a navigation open a query', () => {
  expect(openingOfVisit(visit)).toBeNull()
  expect(openingOfVisit({ ...visit, pathname: '/superset/sqllab/p/aB3/' })).toEqual({ kind: 'link', key: 'aB3' })
  const script = { kind: 'script', databaseName: null, tab: { sql: 'SELECT 1' } }
  expect(openingOfVisit({ ...visit, posted: { sql: 'SELECT 1' } })).toEqual(script)
  expect(openingOfVisit({ ...visit, state: { requestedQuery: { sql: 'SELECT 1' } } })).toEqual(script)
})

const post = (json: string) =>
  document.body.insertAdjacentHTML('beforeend', `<script type="application/json" id="requested-query">${json}</script>`)

test('a posted form is read until it is removed from the page, and no text of it is trusted to be JSON', () => {
  post('{"sql":"SELECT \'\\u003c/script>\'"}')
  expect(readPosted()).toEqual({ sql: "SELECT '</script>'" })
  removePosted()
  expect(readPosted()).toBeNull()
  post('{')
  expect(readPosted()).toBeNull()
  removePosted()
})
