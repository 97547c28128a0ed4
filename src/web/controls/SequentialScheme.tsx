import { sequentialOffer } from '#core/color/schemes.ts'
import { useTheme } from '../theme/theme.ts'
import { ChoiceButton } from './choice/ChoiceButton.tsx'
import type { ControlProps } from './control-props.ts'
import { LineField } from './ControlField.tsx'
import { Swatches } from './Swatches.tsx'

/** A ramp for amounts. */
export const SequentialScheme = ({ control, value, onChange }: ControlProps) => {
  const theme = useTheme((held) => held.name)
  const offer = sequentialOffer(theme)
  const chosen = offer.find((scheme) => scheme.id === value) ?? offer[0]
  const colorsOf = new Map(offer.map((scheme) => [scheme.id, scheme.colors]))
  return (
    <LineField control={control}>
      {(labelId) => (
        <ChoiceButton
          choices={offer.map(({ id, label }) => ({ value: id, label }))}
          value={chosen?.id}
          onChange={onChange}
          label={control.label}
          labelledBy={labelId}
          note={<Swatches colors={(chosen?.colors ?? []).slice(0, 5)} />}
          renderNote={(choice) => <Swatches colors={(colorsOf.get(String(choice.value)) ?? []).slice(0, 9)} />}
          width={320}
        />
      )}
    </LineField>
  )
}
