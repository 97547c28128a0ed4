import { attributesUrn, enterpriseUrn, groupKind, userKind, type Attribute, type ResourceKind } from './schemas.ts'

/** What clients ask before they begin (RFC 7643 §5 to §7). */
export const maxResults = 1000

const supported = (is: boolean) => ({ supported: is })

export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: supported(true),
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: supported(false),
  sort: supported(false),
  etag: supported(false),
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description: 'A token with the scope scim, made in the settings of an administrator',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

const resourceType = ({ name, endpoint, urn, extensions }: ResourceKind, base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint,
  schema: urn,
  schemaExtensions: Object.keys(extensions).map((schema) => ({ schema, required: false })),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
})

export const resourceTypes = (base: string) => [resourceType(userKind, base), resourceType(groupKind, base)]

type Named = { id: string; name: string; description: string; attributes: readonly Attribute[] }

const declared: Named[] = [
  { id: userKind.urn, name: 'User', description: 'An account', attributes: userKind.attributes },
  { id: groupKind.urn, name: 'Group', description: 'A group of people', attributes: groupKind.attributes },
  {
    id: enterpriseUrn,
    name: 'EnterpriseUser',
    description: 'Attributes of the person for rules and templates',
    attributes: userKind.extensions[enterpriseUrn] ?? [],
  },
  { id: attributesUrn, name: 'Attributes', description: 'Any attributes of the person: texts, or lists of texts', attributes: [] },
]

/** `id`, `externalId` and `meta` belong to every resource and to no schema. */
const common = ['id', 'externalId', 'meta']

export const schemas = (base: string) =>
  declared.map(({ attributes, ...named }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...named,
    attributes: attributes.filter(({ name }) => !common.includes(name)),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${named.id}` },
  }))
