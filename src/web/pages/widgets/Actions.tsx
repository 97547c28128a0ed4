import { Plus, Settings } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { CopyButton } from '../../ui/button/CopyButton.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Kbd } from '../../ui/keys/Kbd.tsx'
import { Star } from '../../ui/button/Star.tsx'
import { Section } from './Section.tsx'
import css from './WidgetsPage.module.css'

const kinds = ['default', 'primary', 'quiet', 'link', 'danger'] as const

export const Actions = () => {
  const [starred, setStarred] = useState(true)
  const [isSet, setIsSet] = useState(true)
  return (
    <Section title="Buttons">
      {[{}, { dense: true }, { disabled: true }, { busy: true }].map((state) => (
        <div key={Object.keys(state)[0] ?? ''} className={css['row']}>
          {kinds.map((kind) => (
            <Button key={kind} kind={kind} icon={<Plus />} {...state}>
              {[kind, ...Object.keys(state)].join(' ')}
            </Button>
          ))}
        </div>
      ))}
      <div className={css['row']}>
        <Button active>Active</Button>
        <Button after={<Kbd keys="⌘S" />}>With a key</Button>
        <ButtonLink to="/dev/widgets">A link</ButtonLink>
        <CopyButton text="copied text" />
      </div>
      <div className={css['row']}>
        <IconButton label="Settings" icon={<Settings />} />
        <IconButton label="Dense settings" icon={<Settings />} dense />
        <IconButton label="Bordered settings" icon={<Settings />} bordered />
        <IconButton label="Active settings" icon={<Settings />} active />
        <IconButton label="Disabled settings" icon={<Settings />} disabled />
        <Star name="Sales" on={starred} onToggle={setStarred} />
        <Avatar name="Kim Lee" />
        <Chip>Owner</Chip>
        <Chip set={isSet} clearLabel="Clear the type" onClear={() => setIsSet(false)}>
          Type: Bar
        </Chip>
      </div>
    </Section>
  )
}
