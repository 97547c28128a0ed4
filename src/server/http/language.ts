import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import { userOf, type Principal } from '#core/access/principal.ts'
import { negotiate, translatorFor, type Locale } from '#core/i18n/locales.ts'
import { provideTranslator, type Translate } from '#core/i18n/t.ts'
import { userRights } from '../access/principals.ts'
import type { Context } from '../context.ts'

const currentTranslator = new AsyncLocalStorage<Translate>()
provideTranslator(() => currentTranslator.getStore())

type Reader = { request: FastifyRequest; principal: Principal }

/** The user's chosen locale, else the one negotiated with the browser. */
export const localeOf = async (ctx: Pick<Context, 'db' | 'now'>, { request, principal }: Reader): Promise<Locale> => {
  const user = userOf(principal)
  const chosen = user && (await userRights(ctx, user.id))?.locale
  return negotiate(chosen, request.headers['accept-language'])
}

/** Runs the work with texts in the reader's language. */
export const runInLanguageOf = async <T>(ctx: Pick<Context, 'db' | 'now'>, reader: Reader, work: () => Promise<T>): Promise<T> => {
  return runInLanguage(await localeOf(ctx, reader), work)
}

/** Runs the work with texts of a locale. */
export const runInLanguage = async <T>(locale: Locale, work: () => Promise<T>): Promise<T> => {
  const translate = await translatorFor(locale)
  return translate ? currentTranslator.run(translate, work) : work()
}
