namespace TimerProbe.VSphere.Tests.Stub;

/// <summary>What a server says about itself.</summary>
internal static class StubContent
{
    public static string ServiceContent(string apiVersion = "8.0.3.0", string apiType = "VirtualCenter", bool authorizes = false) => $"""
        <returnval>
          <rootFolder type="Folder">group-d1</rootFolder>
          <propertyCollector type="PropertyCollector">propertyCollector</propertyCollector>
          <viewManager type="ViewManager">ViewManager</viewManager>
          <about>
            <name>VMware vCenter Server</name>
            <fullName>VMware vCenter Server 8.0.3 build-24022515</fullName>
            <vendor>VMware, Inc.</vendor>
            <version>8.0.3</version>
            <build>24022515</build>
            <productLineId>vpx</productLineId>
            <apiType>{apiType}</apiType>
            <apiVersion>{apiVersion}</apiVersion>
            <instanceUuid>4b1f7c1e-0000-4000-8000-000000000001</instanceUuid>
          </about>
          <setting type="OptionManager">VpxSettings</setting>
          <sessionManager type="SessionManager">SessionManager</sessionManager>
          {(authorizes ? """<authorizationManager type="AuthorizationManager">AuthorizationManager</authorizationManager>""" : "")}
          <perfManager type="PerformanceManager">PerfMgr</perfManager>
          <eventManager type="EventManager">EventManager</eventManager>
        </returnval>
        """;
}
