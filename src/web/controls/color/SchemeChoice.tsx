import { t } from '#core/i18n/t.ts'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import type { ControlProps } from '../control-props.ts'
import { LineField } from '../ControlField.tsx'
import { Swatches } from './Swatches.tsx'

type Scheme = { id: string; label: string; colors: readonly string[] }

type Props = Pick<ControlProps, 'control' | 'value' | 'onChange'> & {
  offer: readonly Scheme[]
  /** Colours shown of the chosen one, and of each in the list. */
  swatches: [chosen: number, listed: number]
}

/** A line of a form on which a colour scheme is chosen; what is not offered any more is the first one. */
export const SchemeChoice = ({ control, value, onChange, offer, swatches: [ofChosen, ofListed] }: Props) => {
  const chosen = offer.find((scheme) => scheme.id === value) ?? offer[0]
  const colorsOf = new Map(offer.map((scheme) => [scheme.id, scheme.colors]))
  return (
    <LineField control={control}>
      {(labelId) => (
        <ChoiceButton
          choices={offer.map(({ id, label }) => ({ value: id, label }))}
          value={chosen?.id}
          onChange={onChange}
          label={t(control.label)}
          labelledBy={labelId}
          note={<Swatches colors={(chosen?.colors ?? []).slice(0, ofChosen)} />}
          renderNote={(choice) => <Swatches colors={(colorsOf.get(String(choice.value)) ?? []).slice(0, ofListed)} />}
          width={320}
        />
      )}
    </LineField>
  )
}
