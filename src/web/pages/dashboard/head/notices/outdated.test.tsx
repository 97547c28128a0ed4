// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CallError } from '../../../../data/call-error.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { createMount } from '../../state/mount.ts'
import { Outdated } from './Outdated.tsx'

test.each([
  [0, 'unreachable', 'The server could not be reached. 2 charts show their last picture.'],
  [504, 'Timed out', 'The query took too long. 2 charts show their last picture.'],
  [500, 'Sorry.', 'Sorry. 2 charts show their last picture.'],
])('status %i, “%s”, is told in sentences', (status, message, text) => {
  const mount = createMount(openingOf(null))
  const refreshError = new CallError(status, { message }, message)
  for (const id of ['A', 'B']) mount.cards.setCardState(id, { status: 'failed', dataAt: 1, refreshError })
  render(
    <DashboardContext value={mount}>
      <Outdated />
    </DashboardContext>,
  )
  expect(screen.getByRole('alert').querySelector('span')?.textContent).toBe(text)
})
