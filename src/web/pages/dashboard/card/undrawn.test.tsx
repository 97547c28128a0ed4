// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { readSession, sessionKey } from '../../../data/session.ts'
import type { CardChart, DatasetRecord } from '../data/record.ts'
import { openingOf } from '../fixture.ts'
import { DashboardContext } from '../state/dashboard-context.ts'
import { createMount } from '../state/mount.ts'
import { Undrawn } from './Undrawn.tsx'

const chartOf = (viz_type: string): CardChart => ({
  id: 7,
  slice_name: 'Old chart',
  description: null,
  certified_by: null,
  certification_details: null,
  form_data: { datasource: '1__table', viz_type },
})

const dataset: DatasetRecord = { id: 1, uid: '1__table', datasource_name: 'films', main_dttm_col: null, columns: [], metrics: [] }

const show = (record: CardChart | undefined, pairs = ['can_explore on Superset'], datasets = [dataset]) => {
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs, csrf_token: '' } as never))
  const router = createMemoryRouter([{ path: '*', element: <Undrawn id="a" name="Old chart" record={record} /> }])
  render(
    <QueryClientProvider client={client}>
      <DashboardContext value={createMount(openingOf(null, { datasets }))}>
        <RouterProvider router={router} />
      </DashboardContext>
    </QueryClientProvider>,
  )
}

test.each([
  ['mapbox', 'It is a “MapBox”. Choose another type for it: its data and settings stay.'],
  ['an_extension', 'It is a “an_extension”. Choose another type for it: its data and settings stay.'],
  ['constructor', 'It is a “constructor”. Choose another type for it: its data and settings stay.'],
  ['line_multi', '“Multiple Line Charts” shows other saved charts together. Place those charts here, or choose another type for this one.'],
])('a card of type %s says what it is and leads to where its type is changed', (vizType, advice) => {
  show(chartOf(vizType))
  expect(screen.getByRole('heading', { name: 'Old chart' })).toBeTruthy()
  expect(screen.getByText(`This visualization type is not supported. ${advice}`)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Edit chart' }).getAttribute('href')).toContain('slice_id=7')
})

test('who may not explore is not led there', () => {
  show(chartOf('mapbox'), ['can_read on Dashboard'])
  expect(screen.queryByRole('link')).toBeNull()
})

test('who reads the dataset only through the dashboard is not led there', () => {
  show(chartOf('mapbox'), undefined, [{ ...dataset, select_star: '' }])
  expect(screen.queryByRole('link')).toBeNull()
})

test('a chart that is gone says so', () => {
  show(undefined)
  expect(screen.getByText('This chart was deleted, or you have no access to it.')).toBeTruthy()
})
