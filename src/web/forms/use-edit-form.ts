import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { get, set, useForm, type FieldErrors, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { confirmLeavingForm, useLeaveGuard } from '../window/use-leave-guard.ts'
import { answerFaults, bodyFaults, type BodySchema, type Fault } from './faults.ts'

type Spec<V extends FieldValues, A> = {
  /** What the fields hold at first. */
  start: V
  /** What is sent, and the schema that the server holds it against. */
  body?: { of: (values: V) => unknown; schema: BodySchema }
  /** What the schema cannot know. */
  check?: (values: V) => Fault[]
  /** Asked when everything is valid; false = it is not saved. */
  confirm?: () => Promise<boolean>
  /** False = it was not saved after all, and the form stays as it is. */
  save: (values: V) => Promise<A | false>
  onSaved: (answer: A, values: V) => void | Promise<void>
  /** The path in the form of a name of the wire, where they differ. */
  place?: (path: string) => string
  /** Paths of lists whose items have the fields: what is wrong with a whole list is said at the top. */
  lists?: readonly string[]
  /** Brings a field into sight that is folded away. */
  reveal?: (path: string) => void
  /** Something new, which may be saved as it was proposed. */
  isNew?: boolean
  /** There are changes beside the fields, which leaving would lose. */
  hasMoreChanges?: boolean
}

export type EditForm<V extends FieldValues> = UseFormReturn<V> & {
  element: RefObject<HTMLFormElement | null>
  onSubmit: (event: SubmitEvent) => void
  /** Runs an action on valid values; what goes wrong lands on its fields. */
  run: (action: (values: V) => Promise<void>) => Promise<void>
  /** Shows what went wrong with values that were sent elsewhere, each fault at its field. */
  land: (error: unknown) => void
  /** False where the person stays for the changes. */
  mayLeave: () => Promise<boolean>
  canSave: boolean
  isChanged: boolean
  isBusy: boolean
  /** The values are on their way, and the fields take nothing that would be lost. */
  isSaving: boolean
  /** What is wrong with no field in particular. */
  topFault: string | undefined
}

/**
 * A form over a route of the API: messages come from the body's schema and from the server, each at its field; it stays open until it is
 * saved, and asks before changes are left.
 */
export const useEditForm = <V extends FieldValues, A>(spec: Spec<V, A>): EditForm<V> => {
  const { check, place = (path) => path, lists = [], isNew = false, hasMoreChanges = false } = spec
  // What is read again while somebody types does not replace what is typed.
  const [start] = useState(spec.start)
  const element = useRef<HTMLFormElement>(null)
  /** What was typed is stored: the form may be left, though its fields differ from the start. */
  const isSaved = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [isSaving, setSaving] = useState(false)
  /** Had the focus when the fields were locked for a save. */
  const focused = useRef<HTMLElement>(null)
  /** Counts attempts that failed; the first bad field then gets the focus. */
  const [failures, setFailures] = useState(0)

  const faultsOf = (values: V): Fault[] => {
    const found = spec.body ? bodyFaults(spec.body.schema, spec.body.of(values)) : []
    return [...(check?.(values) ?? []), ...found.map(({ path, text }) => ({ path: place(path), text }))]
  }

  const form = useForm<V>({
    values: start,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (values) => {
      const errors: FieldErrors<V> = {}
      for (const { path, text } of faultsOf(values)) {
        const at = fieldAt(path) ?? 'root.server'
        if (get(errors, at) === undefined) set(errors, at, { type: 'schema', message: text })
      }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })
  const isRow = (path: string) => lists.some((list) => path.startsWith(`${list}.`) && /^\d+$/.test(path.slice(list.length + 1)))
  const isField = (path: string): path is FieldPath<V> => !lists.includes(path) && !isRow(path) && get(form.getValues(), path) !== undefined
  /** The field of a path, or the nearest one around it. */
  const fieldAt = (path: string): FieldPath<V> | undefined => {
    const names = path.split('.')
    for (let length = names.length; length > 0; length--) {
      const candidate = names.slice(0, length).join('.')
      if (isField(candidate)) return candidate
    }
    return undefined
  }

  const { isDirty, errors } = form.formState
  const isChanged = isDirty || hasMoreChanges

  const fail = (first: string | undefined) => {
    if (first !== undefined) spec.reveal?.(first)
    setFailures((before) => before + 1)
  }
  const land = (error: unknown) => {
    const faults = answerFaults(error).map(({ path, text }) => ({ at: path && fieldAt(place(path)), text }))
    const rest: string[] = []
    for (const { at, text } of faults) {
      if (at) form.setError(at, { type: 'server', message: text })
      else rest.push(text)
    }
    if (rest.length > 0) form.setError('root.server', { type: 'server', message: [...new Set(rest)].join('\n') })
    fail(faults.map(({ at }) => at).find(Boolean))
  }
  const run = async (action: (values: V) => Promise<void>) => {
    if (isBusy) return
    await form.handleSubmit(
      async (values) => {
        setBusy(true)
        try {
          await action(values)
        } catch (error) {
          land(error)
        } finally {
          setBusy(false)
        }
      },
      () =>
        fail(
          faultsOf(form.getValues())
            .map(({ path }) => fieldAt(path))
            .find(Boolean),
        ),
    )()
  }
  const save = async (values: V) => {
    if (spec.confirm && !(await spec.confirm())) return
    const active = document.activeElement
    focused.current = active instanceof HTMLElement && element.current?.contains(active) ? active : null
    setSaving(true)
    try {
      const answer = await spec.save(values)
      if (answer === false) return
      isSaved.current = true
      await spec.onSaved(answer, values)
    } finally {
      setSaving(false)
    }
  }

  useLeaveGuard(isChanged, (from, to) => !isSaved.current && from.pathname !== to.pathname, { isForm: true })
  useEffect(() => {
    if (!isChanged) isSaved.current = false
  }, [isChanged])
  useEffect(() => {
    if (!isSaving) focused.current?.focus()
  }, [isSaving])
  useEffect(() => {
    if (failures === 0) return
    const bad = element.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (bad) bad.focus()
    else element.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [failures])

  return {
    ...form,
    element,
    onSubmit: (event) => {
      event.preventDefault()
      event.stopPropagation()
      void run(save)
    },
    run,
    land,
    mayLeave: async () => !isChanged || confirmLeavingForm(),
    canSave: isNew || isChanged,
    isChanged,
    isBusy,
    isSaving,
    topFault: errors.root?.['server']?.message,
  }
}
