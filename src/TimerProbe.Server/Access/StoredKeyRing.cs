using System.Xml.Linq;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.AspNetCore.DataProtection.Repositories;
using Microsoft.Extensions.Options;
using TimerProbe.Fleet;

namespace TimerProbe.Server.Access;

/// <summary>Keeps the keys of cookies in the store: what one node gave to a browser is read by the others.</summary>
internal sealed class StoredKeyRing(FleetStore store) : IXmlRepository, IConfigureOptions<KeyManagementOptions>
{
    /// <inheritdoc/>
    public void Configure(KeyManagementOptions options) => options.XmlRepository = this;

    /// <inheritdoc/>
    public IReadOnlyCollection<XElement> GetAllElements() =>
        [.. store.Keys.ListAsync(CancellationToken.None).GetAwaiter().GetResult().Select(XElement.Parse)];

    /// <inheritdoc/>
    public void StoreElement(XElement element, string friendlyName) =>
        store.Keys.AddAsync(friendlyName, element.ToString(SaveOptions.DisableFormatting), CancellationToken.None).GetAwaiter().GetResult();
}
