const DatasetsPage = () => null

export default DatasetsPage
