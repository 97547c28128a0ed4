import { create } from 'zustand'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'

export type Question = {
  title: string
  text: ReactNode
  /** Label of the confirming button. */
  action: string
  /** The word on the button that does not; “Cancel” by default. Null = there is nothing to decide. */
  stay?: string | null
  danger?: boolean
}

type Asked = Question & { answer: (yes: boolean) => void }

export const useQuestion = create<{ asked: Asked | null }>(() => ({ asked: null }))

/** Asks for confirmation of an action that cannot be undone. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    useQuestion.getState().asked?.answer(false)
    const answer = (yes: boolean) => {
      useQuestion.setState({ asked: null })
      resolve(yes)
    }
    useQuestion.setState({ asked: { ...question, answer } })
  })

/** Says what has to be read before going on. */
export const tell = async ({ title, text }: Pick<Question, 'title' | 'text'>): Promise<void> => {
  await confirm({ title, text, action: t('OK'), stay: null })
}
