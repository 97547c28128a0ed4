import type { Engine } from '#engines/engine.ts'
import { isInstalled } from '#engines/shared/fetched/driver-package.ts'
import { engineInformation, hasParametersForm, parametersSchema } from './describe.ts'

const preferred = ['postgresql', 'presto', 'mysql', 'sqlite']

/** An engine as the connection dialog lists it. */
export const availableEngine = (engine: Engine, drivers: string) => {
  const { driver } = engine
  const information = engineInformation(engine)
  return {
    name: engine.name,
    engine: engine.id,
    available_drivers: [engine.defaultDriver],
    preferred: preferred.includes(engine.id),
    engine_information: information,
    supports_oauth2: information.supports_oauth2,
    sqlalchemy_uri_placeholder: engine.uriPlaceholder,
    ...(engine.isUntried && { is_untried: true }),
    ...(driver &&
      !isInstalled(drivers, driver) && { missing_driver: { name: driver.name, version: driver.version, size_mb: driver.sizeMb } }),
    ...(hasParametersForm(engine) && { default_driver: engine.defaultDriver, parameters: parametersSchema(engine) }),
  }
}
