import { hasPair, type Principal } from '#core/access/principal.ts'

/** Whether a viewer who reads a dataset only through a dashboard may look at its charts by other dimensions than their own. */
export const mayDrillBy = (principal: Principal): boolean =>
  hasPair(principal, 'can_drill', 'Dashboard') && hasPair(principal, 'can_get_drill_info', 'Dataset')

/** Whether such a viewer may see the rows behind the figures of a chart. */
export const mayDrillToDetail = (principal: Principal): boolean =>
  hasPair(principal, 'can_drill', 'Dashboard') && hasPair(principal, 'can_samples', 'Datasource')
