using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>The calls that read properties.</summary>
internal static class PropertyCalls
{
    private const string AllMembers = "view";

    public static SoapCall CreateContainerView(ManagedObjectReference viewManager, ManagedObjectReference container, string type) =>
        new("CreateContainerView", viewManager, soap =>
        {
            soap.Reference("container", container);
            soap.Text("type", type);
            soap.Flag("recursive", value: true);
        });

    public static SoapCall DestroyView(ManagedObjectReference view) => new("DestroyView", view);

    /// <summary>Reads what a view shows.</summary>
    public static SoapCall RetrieveView(ManagedObjectReference collector, ManagedObjectReference view, PropertySpec spec, int maxObjects) =>
        Retrieve(collector, spec, maxObjects, soap => soap.Element("objectSet", () =>
        {
            soap.Reference("obj", view);
            soap.Flag("skip", value: true);
            soap.Element("selectSet", "TraversalSpec", () =>
            {
                soap.Text("name", AllMembers);
                soap.Text("type", view.Type);
                soap.Text("path", "view");
                soap.Flag("skip", value: false);
            });
        }));

    /// <summary>Reads these objects.</summary>
    public static SoapCall RetrieveObjects(ManagedObjectReference collector, IEnumerable<ManagedObjectReference> objects, PropertySpec spec, int maxObjects) =>
        Retrieve(collector, spec, maxObjects, soap =>
        {
            foreach (var obj in objects)
            {
                soap.Element("objectSet", () =>
                {
                    soap.Reference("obj", obj);
                    soap.Flag("skip", value: false);
                });
            }
        });

    public static SoapCall Continue(ManagedObjectReference collector, string token) =>
        new("ContinueRetrievePropertiesEx", collector, soap => soap.Text("token", token));

    public static SoapCall Cancel(ManagedObjectReference collector, string token) =>
        new("CancelRetrievePropertiesEx", collector, soap => soap.Text("token", token));

    private static SoapCall Retrieve(ManagedObjectReference collector, PropertySpec spec, int maxObjects, Action<SoapWriter> objectSet) =>
        new("RetrievePropertiesEx", collector, soap =>
        {
            soap.Element("specSet", () =>
            {
                soap.Element("propSet", () =>
                {
                    soap.Text("type", spec.Type);
                    soap.Flag("all", value: false);
                    soap.Texts("pathSet", spec.PathSet.Select(path => path.Path));
                });
                objectSet(soap);
            });
            soap.Element("options", () => soap.Number("maxObjects", maxObjects));
        });
}
