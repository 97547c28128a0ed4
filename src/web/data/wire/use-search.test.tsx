// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { RecordsField, type NamedRecord, type RecordSearch } from '../../forms/RecordsField.tsx'
import { ChoiceField } from '../../pages/access/ChoiceField.tsx'
import { OptionList, Picker } from '../../ui/choice/Picker.tsx'
import { useSearch } from './use-search.ts'

const datasets = [
  { id: 1, name: 'weather' },
  { id: 2, name: 'gapminder' },
]

/** A server that lists all datasets, and answers no search before it may. */
const slowSearch = () => {
  const { promise, resolve } = Promise.withResolvers<NamedRecord[]>()
  const search: RecordSearch = (text) => ({ queryKey: ['datasets', text], queryFn: () => (text ? promise : Promise.resolve(datasets)) })
  return { search, answer: resolve }
}

const OneOfList = ({ search }: { search: RecordSearch }) => {
  const [chosen, setChosen] = useState('')
  const { data = [], isWaiting, onSearch, searched } = useSearch(search)
  return (
    <>
      <OptionList
        label="Dataset"
        options={data.map(({ id, name }) => ({ value: id, label: name }))}
        loading={isWaiting}
        onSearch={onSearch}
        searched={searched}
        isChosen={() => false}
        onChoose={({ label }) => setChosen(label)}
      />
      <output>{chosen}</output>
    </>
  )
}

const OneOfMenu = ({ search }: { search: RecordSearch }) => {
  const [chosen, setChosen] = useState<NamedRecord | null>(null)
  const { data = [], isWaiting, ...found } = useSearch(search)
  return (
    <Picker
      {...found}
      label="Dataset"
      value={chosen?.id ?? null}
      chosenLabel={chosen?.name}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      loading={isWaiting}
      onChange={(id) => setChosen(data.find((one) => one.id === id) ?? null)}
    />
  )
}

const show = (field: React.ReactNode) => render(<QueryClientProvider client={new QueryClient()}>{field}</QueryClientProvider>)

const options = async () => (await screen.findAllByRole('option')).map((option) => option.textContent)

test.each([
  [
    'one record',
    (search: RecordSearch) => <ChoiceField label="Dataset" value={null} onChange={() => {}} chosen={undefined} search={search} />,
  ],
  ['several records', (search: RecordSearch) => <RecordsField label="Dataset" records={[]} onChange={() => {}} search={search} />],
  ['an option of a list', (search: RecordSearch) => <OneOfList search={search} />],
])('until the server has answered a search for %s, those known before are offered that have the text', async (_what, field) => {
  const { search, answer } = slowSearch()
  const { unmount } = show(field(search))
  const input = screen.getByRole('combobox')
  input.focus()
  fireEvent.keyDown(input, { key: 'ArrowDown' })
  await expect.poll(options).toEqual(['weather', 'gapminder'])
  fireEvent.change(input, { target: { value: 'gap' } })
  await expect.poll(options).toEqual(['gapminder'])
  answer([{ id: 3, name: 'Known by another text' }])
  await expect.poll(options).toEqual(['Known by another text'])
  unmount()
})

test('Enter chooses what matches the typed text, even before it is searched', async () => {
  const { unmount } = show(<OneOfList search={slowSearch().search} />)
  await expect.poll(options).toEqual(['weather', 'gapminder'])
  const input = screen.getByRole('combobox')
  fireEvent.change(input, { target: { value: 'gap' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(screen.getByRole('status').textContent).toBe('gapminder')
  unmount()
})

test('a list that opens again lists everything again, and what was chosen keeps its name', async () => {
  const { search, answer } = slowSearch()
  const { unmount } = show(<OneOfMenu search={search} />)
  const button = screen.getByRole('combobox')
  fireEvent.click(button)
  answer([{ id: 3, name: 'Found by a search' }])
  fireEvent.change(await screen.findByRole('combobox', { name: 'Search' }), { target: { value: 'gap' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Found by a search' }))
  await expect.poll(() => button.textContent).toBe('Found by a search')
  fireEvent.click(button)
  await expect.poll(options).toEqual(['weather', 'gapminder'])
  expect(button.textContent).toBe('Found by a search')
  unmount()
})
