namespace TimerProbe.VSphere.Tests;

public sealed class AddressTests
{
    [Theory]
    [InlineData("vc1.example.org", "https://vc1.example.org/sdk", "vc1.example.org")]
    [InlineData(" vc1:8443 ", "https://vc1:8443/sdk", "vc1:8443")]
    [InlineData("https://vc1.example.org/ui/app", "https://vc1.example.org/sdk", "vc1.example.org")]
    [InlineData("10.0.0.1:443", "https://10.0.0.1/sdk", "10.0.0.1")]
    [InlineData("[fd00::1]:8443", "https://[fd00::1]:8443/sdk", "[fd00::1]:8443")]
    public void An_address_is_read_as_people_type_it(string text, string endpoint, string shown)
    {
        var server = VSphereServer.Parse(text);
        Assert.Equal(endpoint, server.Endpoint.AbsoluteUri);
        Assert.Equal(shown, server.ToString());
    }

    [Theory]
    [InlineData("")]
    [InlineData("http://vc1")]
    [InlineData("admin:secret@vc1")]
    [InlineData("vc1:99999")]
    [InlineData("-vc1")]
    public void What_is_no_address_is_refused(string text) =>
        Assert.Equal(VSphereErrorKind.Configuration, Assert.Throws<VSphereException>(() => VSphereServer.Parse(text)).Kind);

    [Theory]
    [InlineData("8.0.0.1", true)]
    [InlineData("10.0", true)]
    [InlineData("8.0", false)]
    [InlineData("7.0.3.0", false)]
    [InlineData("", false)]
    [InlineData("dev", false)]
    public void Versions_are_ordered_by_number(string version, bool isThere)
    {
        var about = new AboutInfo { ApiType = "VirtualCenter", ApiVersion = version, FullName = "", Version = "" };
        Assert.Equal(isThere, about.HasApi(8, 0, 0, 1));
    }
}
