import type { FastifyRequest } from 'fastify'
import { assetsImport, chartImport, dashboardImport, databaseImport, datasetImport, savedQueryImport, themeImport } from '#api/import.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { formParts } from '../../http/forms/parts.ts'
import { serve, type App } from '../../http/serve.ts'
import type { ImportWord } from './faults.ts'
import { runImport } from './run.ts'
import { readSecrets } from './secrets/given.ts'

type Sent = { bundle: Uint8Array | null; fields: Record<string, unknown> }

const notABundle = () => t('Arguments are not correct')

const readForm = async (request: FastifyRequest, maxBytes: number): Promise<Sent> => {
  const sent: Sent = { bundle: null, fields: {} }
  if (!request.isMultipart()) return sent
  for await (const part of formParts(request, { limits: { fileSize: maxBytes, files: 1 }, fault: notABundle() })) {
    if (part.type === 'field') sent.fields[part.fieldname] = part.value
    else if (part.fieldname === 'formData' || part.fieldname === 'bundle') sent.bundle = await part.toBuffer()
    else part.file.resume()
  }
  return sent
}

const routes = [
  ['chart', chartImport],
  ['dashboard', dashboardImport],
  ['dataset', datasetImport],
  ['database', databaseImport],
  ['saved_query', savedQueryImport],
  ['theme', themeImport],
  ['assets', assetsImport],
] as const satisfies [ImportWord, unknown][]

/** Imports of exported bundles. */
export const imports = (app: App): void => {
  for (const [word, route] of routes) {
    serve(app, route, async ({ principal, request, signal }) => {
      const { bundle, fields } = await readForm(request, route.maxBodyBytes)
      if (!bundle) throw new MessageError(400, notABundle())
      const secretsOf = readSecrets(fields)
      await runImport(app.ctx, { bundle, word, overwrite: fields['overwrite'] === 'true', secretsOf, principal, signal })
      return { message: 'OK' }
    })
  }
}
