const DashboardsPage = () => null

export default DashboardsPage
