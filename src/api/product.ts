/** Small routes about the product itself. */
import { z } from 'zod'
import { route } from './declare/route.ts'

const tag = 'Product'

const link = z.object({ name: z.string(), label: z.string(), icon: z.string(), url: z.string() })
export type MenuLink = z.infer<typeof link>
export type MenuEntry = MenuLink | (Omit<MenuLink, 'url'> & { childs: (MenuLink | '-')[] })

export const menuRoute = route({
  method: 'GET',
  path: '/api/v1/menu/',
  access: ['can_get', 'MenuApi'],
  summary: 'The pages that the caller may open, as a tree',
  tag,
  result: z.object({
    result: z.array(z.union([link, link.omit({ url: true }).extend({ childs: z.array(z.union([link, z.literal('-')])) })])),
  }),
})

export const domainsRoute = route({
  method: 'GET',
  path: '/api/v1/available_domains/',
  access: ['can_read', 'AvailableDomains'],
  summary: 'Further addresses of this server; it has one',
  tag,
  result: z.object({ result: z.object({ domains: z.null() }) }),
})

export const asyncEventsRoute = route({
  method: 'GET',
  path: '/api/v1/async_event/',
  access: ['can_list', 'AsyncEventsRestApi'],
  summary: 'Queries that ended behind the back of their asker: none, every one is waited for',
  tag,
  query: z.object({ last_id: z.string().optional() }),
  result: z.object({ result: z.array(z.unknown()) }),
})

export const pluginsRoute = route({
  method: 'GET',
  path: '/dynamic-plugins/api/read',
  access: ['can_list', 'DynamicPlugin'],
  summary: 'Charts that are loaded from elsewhere: none',
  tag,
  result: z.object({ result: z.array(z.object({ key: z.string(), bundle_url: z.string() })) }),
})

export const versionRoute = route({
  method: 'GET',
  path: '/version',
  access: 'user',
  summary: 'Which version runs',
  tag,
  result: z.object({ version_string: z.string(), version_sha: z.string(), build_number: z.null() }),
})
