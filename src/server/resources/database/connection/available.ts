import type { Engine } from '#engines/engine.ts'
import { engines } from '#engines/index.ts'
import { isInstalled } from '#engines/shared/fetched/driver-package.ts'
import { engineInformation, hasParametersForm, parametersSchema } from './describe.ts'

/** Superset's PREFERRED_DATABASES, in its order. */
const preferred = ['postgresql', 'mysql', 'sqlite']

const rankOf = ({ id }: Engine): number => (preferred.includes(id) ? preferred.indexOf(id) : preferred.length)

/** The engines as the connection dialog lists them: the preferred ones, then the others by name. */
export const availableEngines = (drivers: string) =>
  engines.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1)).map((engine) => availableEngine(engine, drivers))

const availableEngine = (engine: Engine, drivers: string) => {
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
