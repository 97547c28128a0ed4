import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Choice } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { NameAndHint } from '../../ui/text/NameAndHint.tsx'
import look from '../../ui/choice/options.module.css'
import { SearchableRows } from '../../ui/choice/SearchableRows.tsx'
import css from './Choice.module.css'
import { offeredFor, splitPasted, typedValue } from './match.ts'
import type { ChoiceValue } from './match.ts'

type Props = {
  choices: Choice[]
  label: string
  isChosen: (value: ChoiceValue) => boolean
  onChoose: (value: ChoiceValue) => void
  /** Several values pasted at once. */
  onPaste?: ((values: ChoiceValue[]) => void) | undefined
  freeForm?: boolean | undefined
  multiple?: boolean
  /** Of the list, for the button that opens it. */
  id?: string
  /** Called with the search text, where the server has more choices than are listed. */
  onSearch?: ((text: string) => void) | undefined
  /** Said when nothing is found. */
  empty?: string | undefined
  renderIcon?: ((choice: Choice) => ReactNode) | undefined
  renderNote?: ((choice: Choice) => ReactNode) | undefined
}

const searchFrom = 8

/** A list to choose from: searched by typing, own values where they are allowed, several pasted at once. */
export const ChoiceList = ({
  choices,
  label,
  isChosen,
  onChoose,
  onPaste,
  freeForm,
  multiple,
  id,
  onSearch,
  empty,
  renderIcon,
  renderNote,
}: Props) => {
  const offer = freeForm ? (typed: string) => t('Use “%(text)s”', { text: typed }) : null
  const renderRow = (choice: Choice) => {
    const note = renderNote?.(choice)
    return (
      <>
        {renderIcon?.(choice)}
        <NameAndHint name={choice.label} hint={typeof note === 'string' ? note : undefined} />
        {note && typeof note !== 'string' && <span className={css['note']}>{note}</span>}
        {isChosen(choice.value) && <Check aria-hidden />}
      </>
    )
  }
  return (
    <SearchableRows
      rowsFor={(text) => offeredFor(choices, text, offer)}
      startAt={choices.findIndex((choice) => isChosen(choice.value))}
      label={label}
      hasSearch={freeForm === true || onSearch !== undefined || choices.length > searchFrom}
      onSearch={onSearch}
      searchLabel={freeForm ? t('Search or type a value') : t('Search')}
      keyOf={({ value }) => `${typeof value} ${String(value)}`}
      isChosen={({ value }) => isChosen(value)}
      onChoose={({ value }) => onChoose(value)}
      clearsSearch={multiple}
      multiple={multiple}
      id={id}
      empty={<div className={look['empty']}>{empty ?? t('No results found')}</div>}
      renderRow={renderRow}
      onPaste={(event) => {
        const values = splitPasted(event.clipboardData.getData('text'))
        if (!onPaste || values.length < 2) return
        event.preventDefault()
        onPaste(values.map((value) => typedValue(value, choices)))
      }}
    />
  )
}
