package main

import (
	"strings"
	"sync"

	"github.com/google/uuid"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// propertyCollector adds what the library lacks and vCenter does: pages of maxObjects with single-use tokens, one
// unknown path failing the whole request, and paths that name one option by its key, as config.extraConfig["disk.EnableUUID"].
type propertyCollector struct {
	simulator.PropertyCollector
	center *center
	guard  sync.Mutex
	rest   map[string]remainder
}

type remainder struct {
	objects []types.ObjectContent
	size    int
}

func newPropertyCollector(c *center) *propertyCollector {
	p := &propertyCollector{center: c, rest: map[string]remainder{}}
	p.Self = c.instance.Content.PropertyCollector
	return p
}

func (p *propertyCollector) RetrievePropertiesEx(ctx *simulator.Context, req *types.RetrievePropertiesEx) soap.HasFault {
	var keyed []keyedPath
	if ctx.Session != nil && p.center.keyedPaths != "refused" {
		keyed = takeKeyed(req.SpecSet)
	}
	answer := p.PropertyCollector.RetrievePropertiesEx(ctx, req).(*methods.RetrievePropertiesExBody)
	if answer.Fault() != nil {
		return answer
	}
	result := answer.Res.Returnval
	if path, unknown := unknownPath(result.Objects); unknown {
		return &methods.RetrievePropertiesExBody{Fault_: simulator.Fault("", &types.InvalidProperty{Name: path})}
	}
	for i := range result.Objects {
		for _, path := range keyed {
			if found, known := path.of(result.Objects[i].Obj); !known {
				return &methods.RetrievePropertiesExBody{Fault_: simulator.Fault("", &types.InvalidProperty{Name: path.text})}
			} else if found != nil {
				result.Objects[i].PropSet = append(result.Objects[i].PropSet, types.DynamicProperty{Name: path.text, Val: *found})
			}
		}
	}
	result.Objects, result.Token = p.page(remainder{result.Objects, int(req.Options.MaxObjects)})
	return answer
}

func (p *propertyCollector) ContinueRetrievePropertiesEx(_ *simulator.Context, req *types.ContinueRetrievePropertiesEx) soap.HasFault {
	body := new(methods.ContinueRetrievePropertiesExBody)
	rest, known := p.take(req.Token)
	if !known {
		body.Fault_ = simulator.Fault("", &types.InvalidArgument{InvalidProperty: "token"})
		return body
	}
	body.Res = new(types.ContinueRetrievePropertiesExResponse)
	body.Res.Returnval.Objects, body.Res.Returnval.Token = p.page(rest)
	return body
}

func (p *propertyCollector) CancelRetrievePropertiesEx(_ *simulator.Context, req *types.CancelRetrievePropertiesEx) soap.HasFault {
	body := new(methods.CancelRetrievePropertiesExBody)
	if _, known := p.take(req.Token); !known {
		body.Fault_ = simulator.Fault("", &types.InvalidProperty{Name: "token"})
		return body
	}
	body.Res = new(types.CancelRetrievePropertiesExResponse)
	return body
}

func (p *propertyCollector) page(r remainder) ([]types.ObjectContent, string) {
	if r.size <= 0 || len(r.objects) <= r.size {
		return r.objects, ""
	}
	token := uuid.New().String()
	p.guard.Lock()
	defer p.guard.Unlock()
	p.rest[token] = remainder{r.objects[r.size:], r.size}
	return r.objects[:r.size], token
}

func (p *propertyCollector) take(token string) (remainder, bool) {
	p.guard.Lock()
	defer p.guard.Unlock()
	rest, known := p.rest[token]
	delete(p.rest, token)
	return rest, known
}

func unknownPath(objects []types.ObjectContent) (string, bool) {
	for _, object := range objects {
		for _, missing := range object.MissingSet {
			if _, invalid := missing.Fault.Fault.(*types.InvalidProperty); invalid {
				return missing.Path, true
			}
		}
	}
	return "", false
}

// keyedPath names an option of an array by its key, which stands in quotes.
type keyedPath struct{ text, objectType, array, key string }

// takeKeyed takes the keyed paths out of what is asked for.
func takeKeyed(specs []types.PropertyFilterSpec) []keyedPath {
	var keyed []keyedPath
	for _, spec := range specs {
		for i := range spec.PropSet {
			set := &spec.PropSet[i]
			var plain []string
			for _, path := range set.PathSet {
				if array, key, isKeyed := strings.Cut(path, "[\""); isKeyed && strings.HasSuffix(key, "\"]") {
					keyed = append(keyed, keyedPath{path, set.Type, array, strings.TrimSuffix(key, "\"]")})
				} else {
					plain = append(plain, path)
				}
			}
			set.PathSet = plain
		}
	}
	return keyed
}

// of is the option of an object; nil when it has none of the key, and not known when there is no such array.
func (k keyedPath) of(ref types.ManagedObjectReference) (*types.OptionValue, bool) {
	if ref.Type != k.objectType {
		return nil, true
	}
	var options []types.BaseOptionValue
	switch object := simulator.Map.Get(ref).(type) {
	case *simulator.VirtualMachine:
		if k.array != "config.extraConfig" {
			return nil, false
		}
		if object.Config != nil {
			options = object.Config.ExtraConfig
		}
	case *simulator.HostSystem:
		if k.array != "config.option" {
			return nil, false
		}
		if object.Config != nil {
			options = object.Config.Option
		}
	default:
		return nil, false
	}
	for _, option := range options {
		if value := option.GetOptionValue(); value.Key == k.key {
			return value, true
		}
	}
	return nil, true
}
