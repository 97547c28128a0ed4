import { useQuery } from '@tanstack/react-query'
import { waysRoute } from '#api/sign-in.ts'
import { routeQuery } from '../resources.ts'

/** Whether mail can be sent, for invitations and forgotten passwords. */
export const useCanMail = (): boolean => useQuery({ ...routeQuery(waysRoute), select: ({ result }) => result.mail }).data ?? false

/** How people get an account themselves. */
export const useRegistration = () => useQuery({ ...routeQuery(waysRoute), select: ({ result }) => result.registration }).data ?? 'none'
